// Regular expressions that find `<%= name %>` in templates.

/** Matches variables with one of the names. */
export function createStrictInterpolationRegExp(names: readonly string[], flags?: string): RegExp {
  return new RegExp(`<%=\\s*(${names.join('|')})\\s*%>`, flags);
}

/** Matches any interpolation. */
export function createLooseInterpolationRegExp(flags?: string): RegExp {
  return new RegExp(/<%=([\s\S]+?)%>/, flags);
}
