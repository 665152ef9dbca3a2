/** The browser's storage, as tests in Node have it: kept in memory, and empty at first. */
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

/** As a browser has it whose settings forbid it to the page: whatever is asked of it throws. */
export function forbiddenStorage(): Storage {
  return new Proxy(memoryStorage(), {
    get: () => () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
}
