// Controls that are loaded when the first of their kind is drawn. React shows what was suspended up to 0.3 seconds late, so
// they are no lazy components.
import { useEffect, useState, type ComponentType } from 'react';

/** A control that may not be loaded yet. */
export interface LoadedControl<Props> {
  /** Null until it is loaded. */
  readonly component: ComponentType<Props> | null;
  load(): Promise<void>;
}

/** @param load Imports the control; called once */
export function loadedControl<Props>(
  load: () => Promise<ComponentType<Props>>,
): LoadedControl<Props> {
  let component: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  return {
    get component() {
      return component;
    },
    load() {
      loading ??= load().then(
        (loaded) => {
          component = loaded;
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}

/** Returns the control; null until it is loaded. A failure is thrown to the error boundary around. */
export function useLoadedControl<Props>(
  control: LoadedControl<Props>,
): ComponentType<Props> | null {
  const [isLoaded, setLoaded] = useState(control.component !== null);
  useEffect(() => {
    if (isLoaded) return;
    control.load().then(
      () => setLoaded(true),
      (error: unknown) =>
        setLoaded(() => {
          throw error;
        }),
    );
  }, [control, isLoaded]);
  return isLoaded ? control.component : null;
}
