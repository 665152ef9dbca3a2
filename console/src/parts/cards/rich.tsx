import { createElement, Fragment, type ReactNode } from 'react';

/** Renders a message that has elements in it. The parts never change places, so they need no keys. */
export function Rich({ parts }: { readonly parts: readonly ReactNode[] }) {
  return createElement(Fragment, null, ...parts);
}
