import { createElement, Fragment, type ReactNode } from 'react';

/** The parts of a message with elements in it; they never change places, so they need no keys. */
export function Rich({ parts }: { readonly parts: readonly ReactNode[] }) {
  return createElement(Fragment, null, ...parts);
}
