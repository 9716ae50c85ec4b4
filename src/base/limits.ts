// In charge of every hard limit in one place, with its unit and its reason.

/** Depth of brackets in a query string; deeper ones become one key (docs/strapi/reading.md, "Query strings"). */
export const QUERY_DEPTH: number = 20;

/**
 * Entries of a list before the parser gives an object with indexes as keys (docs/strapi/reading.md, "Query strings").
 */
export const QUERY_ARRAY_LIMIT: number = 100;

/** Parameters of one query string; more are refused rather than dropped (docs/strapi/differences.md, D3). */
export const QUERY_PARAMETERS: number = 5000;

/** Bytes of a request's head: room for lists of some hundred document ids. */
export const MAX_HEADER_BYTES: number = 65_536;

/**
 * Characters of a key of a `Map`, a `Set` or an object. V8 hashes a string of 16,384 characters or more by its length alone:
 * keys of one length then cost more with each that is added.
 */
export const MAX_KEY_LENGTH: number = 8192;

/** Characters of `_q`. */
export const MAX_SEARCH_LENGTH: number = 1000;

/** Characters of a cursor: half of a request's head. It holds what the rows are sorted by, which may be long texts. */
export const MAX_CURSOR_LENGTH: number = 32_768;

/** Nodes of one populate, a zone counted for each of its kinds; each is a statement. */
export const MAX_POPULATED_NODES: number = 500;

/** Names in one dotted path of populate: each is checked again on every level above it. */
export const MAX_PATH_STEPS: number = 50;

/** Conditions of one query: each may look at every row. SQLite takes expressions 1000 deep. */
export const MAX_CONDITIONS: number = 200;

/**
 * Steps through relations in all filters and sorts of one query, alternatives through one relation counted once:
 * each may look at every row behind it.
 */
export const MAX_RELATION_STEPS: number = 50;

/** Rows that one read may take from the database, populated ones included. */
export const MAX_READ_ROWS: number = 100_000;

/** Characters of a text that is looked for in other texts. The worst one takes SQLite some 30 ms for each 800 kB that it searches. */
export const MAX_PATTERN_LENGTH: number = 1000;

/** Characters of all texts that the filters of one query look for in others: each may search every row. */
export const MAX_PATTERNS_LENGTH: number = 5000;

/**
 * Characters of a pattern that SQLite's LIKE may compare for each character of a text. Above it, a text is looked for with
 * `instr`, which is slower for most texts, but not for repetitive ones.
 */
export const MAX_LIKE_COST: number = 8;

/** Attributes that one sort key may pass through; what is behind each is grouped for all rows. */
export const MAX_SORT_STEPS: number = 10;

/** Keys of one sort. */
export const MAX_SORT_KEYS: number = 20;

/**
 * Characters written for one answer, on every level: populating in circles writes the same rows again and again
 * into those above.
 */
export const MAX_WRITTEN_LENGTH: number = 50_000_000;

/** Characters of a value as an error message shows it: indented, a deep value is longer than what was sent. */
export const MAX_SHOWN_LENGTH: number = 10_000;

/**
 * Lists and objects inside each other in one written value. JSON is printed by recursion, and the JSON functions of
 * SQLite read 1000 levels.
 */
export const MAX_JSON_DEPTH: number = 500;

/** Failures told of one blocks value: each names its whole path. */
export const MAX_BLOCKS_FAILURES: number = 1000;

/** Brackets in the name of a form's field; more are refused (docs/strapi/differences.md, D3). */
export const FORM_DEPTH: number = 20;

/** Items, and indexes below it, that make a list of a form's fields at once; a longer one must have no gaps. */
export const FORM_ARRAY_LIMIT: number = 21;

/** Fields of one form; more are refused rather than dropped (docs/strapi/differences.md, D3). */
export const MAX_FORM_FIELDS: number = 5000;

/** Items of all lists that a form of a fixed route looks at: each costs some tenths of a millisecond. */
export const MAX_FORM_ITEMS: number = 3000;

/** Files of one form. */
export const MAX_FORM_FILES: number = 1000;

/** Pixels of a picture that is decoded, all its frames together: a progressive JPEG of that many takes 400 MB. */
export const MAX_PICTURE_PIXELS: number = 134_217_728;

/** Milliseconds in which a request must have arrived, its body included. */
export const REQUEST_TIMEOUT_MS: number = 300_000;

/** Milliseconds between two looks at which requests have been arriving for too long. */
export const TIMEOUT_CHECK_MS: number = 5000;

/** Milliseconds that a connection is kept open between requests: more than proxies in front keep theirs. */
export const KEEP_ALIVE_MS: number = 72_000;

/**
 * Connections that wait to be accepted; the system may allow fewer. A client beyond that tries again after one, three and
 * seven seconds.
 */
export const LISTEN_BACKLOG: number = 4096;

/** Milliseconds without traffic after which a server that closes ends its idle connections. */
export const DRAIN_MS: number = 100;

/** Milliseconds that a client may go on sending a refused body, where the connection is closed behind the answer. */
export const LINGER_MS: number = 1000;

/** Seconds after which a client may try again that was answered with 503. */
export const RETRY_AFTER_SECONDS: number = 1;

/** Failures that one refused write lists; all are counted. */
export const MAX_FAILURES: number = 1000;

/** Characters of the failures that one refused write lists: each may show the value that it is about, items inside lists again. */
export const MAX_FAILURES_LENGTH: number = 5_000_000;

/** Components of one write, on all levels: each is a row, and while rows are written all other requests wait. */
export const MAX_WRITTEN_COMPONENTS: number = 10_000;

/** Elements of all relations and media of one write, for the same reason; no list with more of them could be read. */
export const MAX_WRITTEN_TARGETS: number = 100_000;

/**
 * Hashes of passwords that may be waiting, and for how long, in milliseconds. Each takes a core a twentieth of a second; two
 * at once leave the other threads of the pool of Node to files.
 */
export const PASSWORD_QUEUE: { readonly length: number; readonly timeout: number } = {
  length: 1000,
  timeout: 5000,
};

/**
 * Uploads that may wait for a decoder of pictures, and for how long, in milliseconds: their files are on the disk, and a
 * picture takes a core about a second.
 */
export const UPLOAD_QUEUE: { readonly length: number; readonly timeout: number } = {
  length: 100,
  timeout: 30_000,
};

/** Passwords of one write: each takes a core a twentieth of a second to hash. */
export const MAX_WRITTEN_PASSWORDS: number = 100;
