// The project's own rule for new passwords, the function `validationRules.validatePassword`.

/** Returns why a password is rejected, or null. A missing password is checked as well, as undefined. */
export type PasswordRule = (password: string | undefined) => Promise<string | null>;

/** Creates the rule of a function: it rejects by returning false or by throwing an error, whose message is used. */
export function passwordRule(isValid: (password: string | undefined) => unknown): PasswordRule {
  return async (password) => {
    try {
      return (await isValid(password)) ? null : 'Password validation failed.';
    } catch (error) {
      return (error instanceof Error && error.message) || 'An error occurred.';
    }
  };
}
