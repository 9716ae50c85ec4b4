// Lifecycle hooks of project code: registers subscribers and calls their hooks.
import { isRecord } from '../../schema/raw.ts';
import type { CodeLifecycles, HookProperties } from '../strapi/database-types.ts';
import type { Fields } from '../strapi/code-values.ts';

/** An action with hooks before and after it. */
export type LifecycleAction =
  | 'Create'
  | 'CreateMany'
  | 'Update'
  | 'UpdateMany'
  | 'Delete'
  | 'DeleteMany'
  | 'FindOne'
  | 'FindMany'
  | 'Count';

/** Names of the hooks before and after an action. */
const HOOK_NAMES: Readonly<Record<LifecycleAction, readonly [before: string, after: string]>> = {
  Create: ['beforeCreate', 'afterCreate'],
  CreateMany: ['beforeCreateMany', 'afterCreateMany'],
  Update: ['beforeUpdate', 'afterUpdate'],
  UpdateMany: ['beforeUpdateMany', 'afterUpdateMany'],
  Delete: ['beforeDelete', 'afterDelete'],
  DeleteMany: ['beforeDeleteMany', 'afterDeleteMany'],
  FindOne: ['beforeFindOne', 'afterFindOne'],
  FindMany: ['beforeFindMany', 'afterFindMany'],
  Count: ['beforeCount', 'afterCount'],
};

/** A hook event. All hooks of a call receive the same `params`. */
export interface LifecycleEvent {
  action: string;
  model: unknown;
  params: Fields;
  state: unknown;
  result?: unknown;
}

type Hook = (event: LifecycleEvent) => unknown;

/** Hooks by name. Without `models`, they apply to all models. */
interface HookObject extends Readonly<Record<string, unknown>> {
  readonly models?: readonly string[] | undefined;
}

/** Hooks, or a function that receives the events of all models. */
export type Subscriber = Hook | HookObject;

/** A call with its parameters, and the `state` of each subscriber. */
export interface LifecycleCall {
  readonly uid: string;
  readonly action: LifecycleAction;
  readonly params: Fields;
  readonly states: Map<unknown, unknown>;
}

export class Lifecycles implements CodeLifecycles {
  /** In execution order: the hooks of content-types first. */
  #subscribers: readonly Subscriber[] = [];
  /** Subscribers of Quoin, which run last. Code cannot remove or disable them. */
  #internal: readonly Subscriber[] = [];
  /** Subscribers by model, since each written row looks for its hooks. */
  readonly #byModel = new Map<string, readonly Subscriber[]>();
  /** Number of content-types with hooks of their own. */
  #models = 0;
  #isDisabled = false;
  #isCleared = false;
  /** The hooks of content-types by uid. */
  readonly #ofModels = new Map<string, Fields>();
  #modelOf: (uid: string) => unknown = (uid) => ({ uid });

  /** Sets the function that returns the `model` of events. */
  describe(modelOf: (uid: string) => unknown): void {
    this.#modelOf = modelOf;
  }

  /** Adds the hooks of a content-type, which run before those of other subscribers. After `clear`, none are added. */
  addModel(uid: string, hooks: Readonly<Record<string, unknown>>): void {
    if (this.#isCleared) return;
    this.#set(this.#subscribers.toSpliced(this.#models, 0, { ...hooks, models: [uid] }));
    this.#models += 1;
    this.#ofModels.set(uid, { ...hooks });
  }

  /** The hooks of a content-type, without those of subscribers. */
  ofModel(uid: string): Fields {
    return this.#ofModels.get(uid) ?? {};
  }

  /** Removes all hooks of code, and those of content-types that are not added yet. */
  clear(): void {
    this.#isCleared = true;
    this.#models = 0;
    this.#ofModels.clear();
    this.#set([]);
  }

  disable(): void {
    this.#isDisabled = true;
  }

  enable(): void {
    this.#isDisabled = false;
  }

  createEvent(
    action: string,
    uid: string,
    ...[properties, state]: [HookProperties, unknown?]
  ): Fields {
    return { action, model: this.#modelOf(uid), state, ...properties };
  }

  async run(
    action: string,
    uid: string,
    ...[{ params = {}, ...more }, states = new Map()]: [HookProperties, Map<unknown, unknown>?]
  ): Promise<Map<unknown, unknown>> {
    await this.#run(action, { uid, params, states }, more);
    return states;
  }

  /** Adds a subscriber of Quoin, which neither `clear` nor `disable` affects. */
  subscribeInternally(subscriber: Subscriber): void {
    this.#internal = [...this.#internal, subscriber];
    this.#byModel.clear();
  }

  /**
   * Adds a subscriber after the existing ones. Its `models` must not change afterwards, but its hooks may.
   * @returns a function that removes it @throws Error for a value that has no hooks
   */
  subscribe(added: unknown): () => void {
    if (typeof added !== 'function' && !isRecord(added)) {
      throw new Error('Invalid subscriber. Expected function or object');
    }
    const subscriber = added as Subscriber;
    this.#set([...this.#subscribers, subscriber]);
    return () => this.#set(this.#subscribers.filter((each) => each !== subscriber));
  }

  /** Returns true if a model has a hook before or after one of the actions. */
  has(uid: string, actions: readonly LifecycleAction[]): boolean {
    return this.#of(uid).some((subscriber) => hasHookOf(subscriber, actions));
  }

  /** True if code has subscribed to nothing. */
  get isEmpty(): boolean {
    return this.#subscribers.length === 0;
  }

  /** Returns true if code has such a hook, which may be disabled for now. */
  isObserved(uid: string, actions: readonly LifecycleAction[]): boolean {
    return this.#allOf(uid).some(
      (subscriber) => !this.#internal.includes(subscriber) && hasHookOf(subscriber, actions),
    );
  }

  /** Starts a call. */
  call(uid: string, action: LifecycleAction, params: Fields): LifecycleCall {
    return { uid, action, params, states: new Map() };
  }

  /** Returns true if a hook runs after the call. */
  hasAfter({ uid, action }: LifecycleCall): boolean {
    const [, after] = HOOK_NAMES[action];
    return this.#of(uid).some((subscriber) => hasHook(subscriber, after));
  }

  /** Runs the hooks before a call, one after another. */
  before(call: LifecycleCall): Promise<void> {
    return this.#run(HOOK_NAMES[call.action][0], call, {});
  }

  /** Runs the hooks after a call. @param result Hooks may change it in place */
  after(call: LifecycleCall, result: unknown): Promise<void> {
    return this.#run(HOOK_NAMES[call.action][1], call, { result });
  }

  /** Runs a call between its hooks. @returns its result, which hooks may have changed in place */
  async around<T>(call: LifecycleCall, run: () => Promise<T>): Promise<T> {
    await this.before(call);
    const result = await run();
    await this.after(call, result);
    return result;
  }

  async #run(
    action: string,
    { uid, params, states }: Omit<LifecycleCall, 'action'>,
    more: { readonly result?: unknown },
  ): Promise<void> {
    for (const subscriber of this.#of(uid)) {
      const hook = typeof subscriber === 'function' ? subscriber : subscriber[action];
      if (typeof hook !== 'function') continue;
      const state = states.get(subscriber) ?? {};
      const event: LifecycleEvent = { action, model: this.#modelOf(uid), params, state, ...more };
      await Reflect.apply(hook, subscriber, [event]);
      states.set(subscriber, event.state);
    }
  }

  #set(subscribers: readonly Subscriber[]): void {
    this.#subscribers = subscribers;
    this.#byModel.clear();
  }

  #of(uid: string): readonly Subscriber[] {
    return this.#isDisabled ? this.#internal : this.#allOf(uid);
  }

  #allOf(uid: string): readonly Subscriber[] {
    const known = this.#byModel.get(uid);
    if (known) return known;
    const found = [...this.#subscribers, ...this.#internal].filter(
      (subscriber) =>
        typeof subscriber === 'function' || (subscriber.models?.includes(uid) ?? true),
    );
    this.#byModel.set(uid, found);
    return found;
  }
}

function hasHookOf(subscriber: Subscriber, actions: readonly LifecycleAction[]): boolean {
  return actions.some((action) => HOOK_NAMES[action].some((name) => hasHook(subscriber, name)));
}

/** A subscriber may get hooks after it has subscribed. */
function hasHook(subscriber: Subscriber, name: string): boolean {
  return typeof subscriber === 'function' || typeof subscriber[name] === 'function';
}
