// Password rules of administrators, equal to those of the server.

/** A rule, identified by its message key. */
export interface PasswordRule {
  readonly name: 'password.length' | 'password.lower' | 'password.upper' | 'password.digit';
  readonly isMet: (password: string) => boolean;
}

/** All rules, which must all be met. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  { name: 'password.length', isMet: (password) => password.length >= 8 },
  { name: 'password.lower', isMet: (password) => /[a-z]/.test(password) },
  { name: 'password.upper', isMet: (password) => /[A-Z]/.test(password) },
  { name: 'password.digit', isMet: (password) => /\d/.test(password) },
];
