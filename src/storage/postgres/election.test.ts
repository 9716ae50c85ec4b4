// Election of the server for writes from the state of all servers: no commit is lost.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { elect, roleOf, UNKNOWN_CLUSTER, type Cluster, type Role } from './election.ts';
import type { ServerState } from './server-state.ts';

type State = ServerState | null;

const primary = (timeline = 1, system = 's'): ServerState => ({
  isReplica: false,
  system,
  timeline,
  position: 0,
});
const replica = (timeline = 1, system = 's'): ServerState => ({
  ...primary(timeline, system),
  isReplica: true,
});

/** The primary, and the role of each server, after these rounds of states. */
function after(...rounds: readonly (readonly State[])[]): readonly [number | null, ...Role[]] {
  let cluster: Cluster = UNKNOWN_CLUSTER;
  for (const states of rounds) cluster = elect(states, cluster);
  const last = rounds.at(-1) ?? [];
  return [cluster.primary, ...last.map((state, index) => roleOf(state, index, cluster))];
}

describe('the first round', () => {
  test.each<readonly [string, readonly State[], readonly [number | null, ...Role[]]]>([
    ['as configured', [primary(), replica()], [0, 'primary', 'replica']],
    ['the configured primary is unreachable', [null, replica()], [0, 'unreachable', 'replica']],
    ['another was promoted before', [null, primary(2)], [1, 'unreachable', 'primary']],
    [
      'another was promoted and the old one is reachable',
      [primary(1), primary(2)],
      [1, 'stale', 'primary'],
    ],
    ['two primaries', [primary(), primary()], [0, 'primary', 'conflicting']],
    ['one of another cluster', [primary(), replica(1, 'x')], [0, 'primary', 'foreign']],
    ['only replicas', [replica(), replica()], [null, 'replica', 'replica']],
    ['a replica of one that is not listed', [primary(1), replica(2)], [null, 'stale', 'replica']],
  ])('%s', (_, states, expected) => {
    expect(after(states)).toEqual(expected);
  });
});

describe('later rounds', () => {
  const start = [primary(), replica(), replica()];

  test.each<readonly [string, readonly (readonly State[])[], readonly [number | null, ...Role[]]]>([
    [
      'the primary is unreachable',
      [[null, replica(), replica()]],
      [0, 'unreachable', 'replica', 'replica'],
    ],
    [
      'one is promoted',
      [
        [null, replica(), replica()],
        [null, primary(2), replica()],
      ],
      [1, 'unreachable', 'primary', 'stale'],
    ],
    [
      'one is promoted and the others follow',
      [[null, primary(2), replica(2)]],
      [1, 'unreachable', 'primary', 'replica'],
    ],
    [
      'the old one comes back as it was',
      [
        [null, primary(2), null],
        [primary(1), primary(2), null],
      ],
      [1, 'stale', 'primary', 'unreachable'],
    ],
    [
      'the old one comes back while the new one is unreachable',
      [
        [null, primary(2), null],
        [primary(1), null, null],
      ],
      [1, 'stale', 'unreachable', 'unreachable'],
    ],
    [
      'the old one comes back as a replica',
      [
        [null, primary(2), null],
        [replica(2), primary(2), null],
      ],
      [1, 'replica', 'primary', 'unreachable'],
    ],
    [
      'a second primary without a promotion',
      [[null, primary(1), replica()]],
      [0, 'unreachable', 'conflicting', 'replica'],
    ],
    [
      'the primary becomes a replica',
      [[replica(), replica(), null]],
      [null, 'replica', 'replica', 'unreachable'],
    ],
    [
      'the primary becomes a replica and a primary again',
      [
        [replica(), replica(), null],
        [primary(), replica(), null],
      ],
      [0, 'primary', 'replica', 'unreachable'],
    ],
  ])('%s', (_, rounds, expected) => {
    expect(after(start, ...rounds)).toEqual(expected);
  });
});

describe('in any sequence of states', () => {
  const state = fc.option(
    fc.record({
      isReplica: fc.boolean(),
      system: fc.constantFrom('s', 's', 's', 'x'),
      timeline: fc.integer({ min: 1, max: 4 }),
      position: fc.constant(0),
    }),
  );
  const rounds = fc.array(fc.array(state, { minLength: 3, maxLength: 3 }), { maxLength: 12 });

  /** Checks the cluster before and after each round. */
  function check(
    holds: (before: Cluster, after: Cluster, states: readonly State[]) => boolean,
  ): void {
    fc.assert(
      fc.property(rounds, (all) => {
        let cluster: Cluster = UNKNOWN_CLUSTER;
        return all.every((states) => {
          const before = cluster;
          cluster = elect(states, before);
          return holds(before, cluster, states);
        });
      }),
      { numRuns: 2000 },
    );
  }

  test('the timeline never decreases, and the system id never changes', () => {
    check(
      (before, now) =>
        now.timeline >= before.timeline && (before.system === null || now.system === before.system),
    );
  });

  test('the primary is unreachable, or accepts writes on the newest timeline', () => {
    check((_, { primary: index, system, timeline }, states) => {
      const chosen = index === null ? null : (states[index] ?? null);
      return (
        chosen === null ||
        (!chosen.isReplica && chosen.system === system && chosen.timeline === timeline)
      );
    });
  });

  test('the primary changes only after a promotion, or if there was none', () => {
    check(
      (before, now) =>
        before.system === null ||
        before.primary === null ||
        now.primary === before.primary ||
        now.primary === null ||
        now.timeline > before.timeline,
    );
  });
});
