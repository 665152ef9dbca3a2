/** Pages are written against React's API, as are their libraries, and run on Preact. */
import { fileURLToPath } from 'node:url';

const MODULES = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': fileURLToPath(new URL('src/root.ts', import.meta.url)),
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react/jsx-dev-runtime': 'preact/jsx-runtime',
};

/** Libraries mark modules with "use client" for servers that render React, which ours doesn't. */
const onwarn = (warning, warn) => {
  if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
};

/** @returns {import('vite').Plugin} */
export function preactPlugin() {
  const alias = Object.entries(MODULES).map(([name, replacement]) => ({
    find: new RegExp(`^${name}$`),
    replacement,
  }));
  return {
    name: 'offhook-preact',
    // Plugins are slow on a busy machine: a warning about that is noise.
    config: () => ({
      resolve: { alias },
      build: { rolldownOptions: { onwarn, checks: { bundlerTimings: false } } },
    }),
  };
}
