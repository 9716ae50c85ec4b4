// Error boundary of a control that is loaded on demand.
import { Component, type ReactNode } from 'react';

interface LoadFallbackProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Shows the fallback if the control cannot be loaded. */
export class LoadFallback extends Component<LoadFallbackProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
