// All hard limits, with their unit and reason.

/**
 * Maximum bytes of each cache besides the response cache, which has a setting. They are estimates. Several caches may have
 * the same name, such as the plans of the content API and of the content-manager, each with this limit; docs/running.md,
 * "Memory", contains the sums.
 */
export const CACHE_BYTES = {
  /** Compiled reads, by shape. */
  compiled_reads: 12_000_000,
  /** Plans of queries. */
  plans: 6_000_000,
  /**
   * Plans of queries of project code; as much for its document calls, for core actions that `super` calls, and for core
   * routes while there are document middlewares.
   */
  code_plans: 4_000_000,
  /** Totals of lists. */
  totals: 2_000_000,
  /** JSON of stored texts. */
  json: 1_000_000,
  /** Texts of statements that write or look up rows. */
  row_statements: 2_000_000,
  /** Tables that a statement writes. */
  written_tables: 1_000_000,
  /** Prepared statements of a SQLite connection. There are two connections, and one in each thread and process. */
  sqlite_statements: 20_000_000,
  /** Texts of statements that are prepared on PostgreSQL. */
  postgres_statements: 4_000_000,
  /** Texts of statements that were sent to PostgreSQL once. */
  postgres_unprepared_statements: 1_000_000,
  /** Hashes of bearer tokens. */
  token_hashes: 1_000_000,
  /** Hashes that belong to no API token. */
  unknown_tokens: 1_000_000,
  /** Verified JSON Web Tokens. */
  verified_tokens: 12_000_000,
  /** Callers of cached responses, by `Authorization` value. */
  callers: 6_000_000,
  /** Clients of sign-in providers. */
  provider_clients: 1_000_000,
  /** Serialized reads of a reader thread. */
  thread_reads: 4_000_000,
} as const;

/** Depth of brackets in a query string; deeper ones are part of the key (docs/strapi/reading.md, "Query strings"). */
export const QUERY_DEPTH: number = 20;

/**
 * Maximum length of a list before the parser returns an object with index keys (docs/strapi/reading.md, "Query
 * strings").
 */
export const QUERY_ARRAY_LIMIT: number = 100;

/** Parameters of a query string; more are rejected, not dropped (docs/strapi/differences.md, D3). */
export const QUERY_PARAMETERS: number = 5000;

/** Bytes of a request head; enough for lists of several hundred document ids. */
export const MAX_HEADER_BYTES: number = 65_536;

/**
 * Characters of a key in a `Map`, `Set` or object. V8 hashes strings of 16,384 or more characters by length only, so
 * that keys of the same length collide.
 */
export const MAX_KEY_LENGTH: number = 8192;

/** Characters of `_q`. */
export const MAX_SEARCH_LENGTH: number = 1000;

/** Characters of a cursor: half of a request head. It contains the sort values, which may be long strings. */
export const MAX_CURSOR_LENGTH: number = 32_768;

/** Nodes of a populate, counting a dynamic zone once per component type. Each node is a statement. */
export const MAX_POPULATED_NODES: number = 500;

/** Names in a dotted path, of a populate or of a permission's field. Each is checked again on every level above it. */
export const MAX_PATH_STEPS: number = 50;

/** Conditions of a query; each may scan every row. SQLite limits expressions to a depth of 1000. */
export const MAX_CONDITIONS: number = 200;

/**
 * Relations followed in all filters and sorts of a query, counting alternatives through one relation once. Each may
 * scan every related row.
 */
export const MAX_RELATION_STEPS: number = 50;

/** Rows that a read may fetch, including populated ones. */
export const MAX_READ_ROWS: number = 100_000;

/** Characters of a text that is searched in other texts. In the worst case SQLite needs about 30 ms per 800 kB. */
export const MAX_PATTERN_LENGTH: number = 1000;

/** Characters of all texts that the filters of a query search for; each may scan every row. */
export const MAX_PATTERNS_LENGTH: number = 5000;

/**
 * Pattern characters that SQLite's LIKE may compare per character of a text. Above it `instr` is used, which is
 * slower for most texts but not for repetitive ones.
 */
export const MAX_LIKE_COST: number = 8;

/** Attributes in the path of a sort key; the rows behind each are grouped for all rows. */
export const MAX_SORT_STEPS: number = 10;

/** Keys of a sort. */
export const MAX_SORT_KEYS: number = 20;

/** Characters of a response on all levels: cyclic populates repeat the same rows. */
export const MAX_WRITTEN_LENGTH: number = 50_000_000;

/** Characters of a value in an error message: an indented, deeply nested value is longer than what was sent. */
export const MAX_SHOWN_LENGTH: number = 10_000;

/**
 * Nesting depth of a written value. JSON is printed recursively, and the JSON functions of SQLite support 1000
 * levels.
 */
export const MAX_JSON_DEPTH: number = 500;

/**
 * Nesting depth of a JSON body: enough for a written value of `MAX_JSON_DEPTH` in the deepest component. Bodies are walked
 * and printed recursively.
 */
export const MAX_BODY_DEPTH: number = 1000;

/** Errors reported for a blocks value; each contains its full path. */
export const MAX_BLOCKS_FAILURES: number = 1000;

/** Brackets in the name of a form field; more are rejected (docs/strapi/differences.md, D3). */
export const FORM_DEPTH: number = 20;

/**
 * Up to this length, and for indexes below it, form fields become a list at once; a longer list must not have gaps.
 */
export const FORM_ARRAY_LIMIT: number = 21;

/** Fields of a form; more are rejected, not dropped (docs/strapi/differences.md, D3). */
export const MAX_FORM_FIELDS: number = 5000;

/** List items that the form of a built-in route validates; each takes some tenths of a millisecond. */
export const MAX_FORM_ITEMS: number = 3000;

/** Keys of an object in such a form; those of headers and parameters are validated like list items. */
export const MAX_FORM_KEYS: number = 1000;

/** Files of a form. */
export const MAX_FORM_FILES: number = 1000;

/** Pixels of a decoded image, including all frames: a progressive JPEG of this size takes 400 MB. */
export const MAX_IMAGE_PIXELS: number = 134_217_728;

/** Milliseconds in which a request, including its body, must arrive. */
export const REQUEST_TIMEOUT_MS: number = 300_000;

/** Interval in milliseconds of the check for requests that arrive too slowly. */
export const TIMEOUT_CHECK_MS: number = 5000;

/** Milliseconds that an idle connection stays open: longer than proxies keep theirs. */
export const KEEP_ALIVE_MS: number = 72_000;

/**
 * Connections that wait to be accepted; the system may allow fewer. A rejected client tries again after one, three
 * and seven seconds.
 */
export const LISTEN_BACKLOG: number = 4096;

/** Milliseconds without traffic after which a closing server ends idle connections. */
export const DRAIN_MS: number = 100;

/** Milliseconds that a client may continue to send a rejected body before the connection is closed. */
export const LINGER_MS: number = 1000;

/** Seconds after which a client may retry after a 503. */
export const RETRY_AFTER_SECONDS: number = 1;

/** Errors listed for a rejected write; all are counted. */
export const MAX_FAILURES: number = 1000;

/** Characters of the errors listed for a rejected write; each may contain the value that it is about. */
export const MAX_FAILURES_LENGTH: number = 5_000_000;

/** Components of a write on all levels: each is a row, and other requests wait while rows are written. */
export const MAX_WRITTEN_COMPONENTS: number = 10_000;

/** Items of all relations and media of a write, for the same reason; a list with more of them could not be read. */
export const MAX_WRITTEN_TARGETS: number = 100_000;

/** Limits of the requests that hash passwords, by client. */
export interface ShareLimits {
  /** Requests of one client at the same time; more of them wait for each other. */
  readonly running: number;
  /** Requests of one client that may wait, and for how long in milliseconds. */
  readonly waiting: { readonly length: number; readonly timeout: number };
  /** Requests of all clients that may wait. */
  readonly total: number;
}

/** A request waits for its share and then for a hash, 5 seconds in all. */
export const CLIENT_SHARE: ShareLimits = {
  running: 5,
  waiting: { length: 100, timeout: 2500 },
  total: 1000,
};

/**
 * Requests that may wait while the content model changes, and for how long in milliseconds: as long as clients usually
 * wait, since they would have to repeat their requests.
 */
export const HELD_REQUESTS: { readonly length: number; readonly timeout: number } = {
  length: 1000,
  timeout: 60_000,
};

/** Keys that a rate limit remembers; each takes about 300 bytes. */
export const MAX_COUNTED_KEYS = 50_000;

/** Keys of one client that a rate limit remembers; its further keys are counted together. */
export const MAX_CLIENT_KEYS = 1000;

/**
 * Password hashes that may wait, and for how long in milliseconds; administrators have a queue of their own. Each takes a
 * core for a twentieth of a second. Two of users and one of administrators run at once, which leaves a thread of Node's
 * pool to files.
 */
export const PASSWORD_QUEUE: { readonly length: number; readonly timeout: number } = {
  length: 1000,
  timeout: 2500,
};

/**
 * Uploads that may wait for an image decoder, and for how long in milliseconds. Their files are on disk; an image
 * takes a core for about a second.
 */
export const UPLOAD_QUEUE: { readonly length: number; readonly timeout: number } = {
  length: 100,
  timeout: 30_000,
};

/** Passwords of a write; hashing one takes a core for a twentieth of a second. */
export const MAX_WRITTEN_PASSWORDS: number = 100;

/** Attributes that a request may give a content-type or component. PostgreSQL has up to 1,600 columns, SQLite 2,000. */
export const MAX_ATTRIBUTES = 1000;

/** Characters of a URL before its path; a host name has at most 253. */
export const MAX_AUTHORITY_LENGTH = 500;

/** Characters of an email address. */
export const MAX_ADDRESS_LENGTH = 320;

/** Nesting depth of a request that changes the content model: schema files are printed with indentation. */
export const MAX_MODEL_DEPTH = 50;

/** Characters of a name in a schema or in the media library: the size of a `string` column. */
export const MAX_NAME_LENGTH = 255;

/** The largest row id: ids are integers on PostgreSQL. */
export const MAX_ROW_ID: number = 2 ** 31 - 1;
