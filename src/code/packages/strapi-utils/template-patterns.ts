// Regular expressions that find `<%= name %>` in templates.

/** Finds the variables with one of the names. */
export function createStrictInterpolationRegExp(names: readonly string[], flags?: string): RegExp {
  return new RegExp(`<%=\\s*(${names.join('|')})\\s*%>`, flags);
}

/** Finds whatever is interpolated. */
export function createLooseInterpolationRegExp(flags?: string): RegExp {
  return new RegExp(/<%=([\s\S]+?)%>/, flags);
}
