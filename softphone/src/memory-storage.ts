export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}

/** Behaves like storage that the browser's settings block. */
export function forbiddenStorage(): Storage {
  return new Proxy(memoryStorage(), {
    get: () => () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
}
