import { Component, type ReactNode } from 'react';

interface Props {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Keeps a failing part from taking down the rest of the page, and a call with it. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('[offhook] Part of the page could not be displayed.', error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
