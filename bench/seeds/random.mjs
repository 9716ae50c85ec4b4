// Deterministic random numbers, words and documentIds from a seed.

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const WORDS = [
  'paper margin folio binding letter press column quire thread spine leaf ink type galley proof plate sheet edge',
  'cover chapter note index figure running head gutter signature colophon title half bleed trim stock grain weight',
]
  .join(' ')
  .split(' ');

/** Pseudorandom number generator (mulberry32). */
export class Random {
  #state;

  /** @param {number} seed */
  constructor(seed) {
    this.#state = seed;
  }

  /**
   * Returns an integer from 0 up to, but not including, `end`.
   * @param {number} end
   */
  below(end) {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  }

  /** @param {number} count */
  words(count) {
    const words = Array.from({ length: count }, () => WORDS[this.below(WORDS.length)]).join(' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
  }

  documentId() {
    const rest = Array.from({ length: 23 }, () => `${LETTERS}0123456789`[this.below(36)]).join('');
    return `${LETTERS[this.below(26)]}${rest}`;
  }
}
