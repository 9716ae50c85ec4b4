// In charge of a project's own rule for new passwords: `validationRules.validatePassword`, a function of its
// configuration.

/** Why a password is refused; null: it is not. */
export type PasswordRule = (password: string) => Promise<string | null>;

/** The rule of a function: false refuses, and so does what it throws, with its message. */
export function passwordRule(isGood: (password: string) => unknown): PasswordRule {
  return async (password) => {
    try {
      return (await isGood(password)) ? null : 'Password validation failed.';
    } catch (error) {
      return (error instanceof Error && error.message) || 'An error occurred.';
    }
  };
}
