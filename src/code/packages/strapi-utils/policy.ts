// Policies that plugins define.

interface PolicyOptions {
  readonly name?: string;
  readonly validator?: (config: unknown) => unknown;
  readonly handler: (...args: readonly unknown[]) => unknown;
}

/** A policy that validates its configuration before it is used. */
export function createPolicy({ name = 'unnamed', validator, handler }: PolicyOptions): {
  readonly name: string;
  readonly validator: (config: unknown) => void;
  readonly handler: PolicyOptions['handler'];
} {
  return {
    name,
    validator(config) {
      try {
        validator?.(config);
      } catch (cause) {
        throw new Error(`Invalid config passed to "${name}" policy.`, { cause });
      }
    },
    handler,
  };
}

/** The argument of a policy: the members of a context, and its type. */
export function createPolicyContext<T extends object>(
  type: string,
  context: T,
): T & { readonly type: string; is(name: string): boolean } {
  const kind = {
    is: (name: string) => name === type,
    get type() {
      return type;
    },
  };
  return Object.assign(kind, context);
}
