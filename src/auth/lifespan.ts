// Parses durations of token options: `30d`, `10 hours`, or a number of seconds.

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msecs?|milliseconds?)?$/, 0.001],
  [/^(?:s|secs?|seconds?)$/, 1],
  [/^(?:m|mins?|minutes?)$/, 60],
  [/^(?:h|hrs?|hours?)$/, 3600],
  [/^(?:d|days?)$/, 86_400],
  [/^(?:w|weeks?)$/, 604_800],
  [/^(?:y|yrs?|years?)$/, 31_557_600],
];

/** Returns seconds, or null for an invalid duration. A string without a unit is in milliseconds, as in Strapi. */
export function parseLifespan(span: unknown): number | null {
  if (typeof span === 'number') return Number.isFinite(span) && span > 0 ? span : null;
  const found = typeof span === 'string' ? /^(\d+(?:\.\d+)?) *([a-z]*)$/i.exec(span.trim()) : null;
  const unit = UNITS.find(([pattern]) => pattern.test(found?.[2]?.toLowerCase() ?? 'none'));
  const seconds = unit ? Number(found?.[1]) * unit[1] : 0;
  return seconds > 0 ? seconds : null;
}
