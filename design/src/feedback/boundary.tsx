import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown in place of what could not be fetched or drawn. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Keeps a part that fails from taking the rest of the phone, and a call, with it. */
export class Boundary extends Component<Props, { readonly failed: boolean }> {
  override readonly state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error('[offhook] A part of the page could not be shown.', error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
