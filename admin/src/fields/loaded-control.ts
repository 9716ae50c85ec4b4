// Controls that are loaded on first use. React.lazy would delay the content by up to 0.3 seconds.
import { useEffect, useState, type ComponentType } from 'react';

/** A control that may still be loading. */
export interface LoadedControl<Props> {
  /** Null while loading. */
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

/** Returns the control, or null while loading. Errors are thrown to the error boundary. */
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
