export interface InFlight {
  track<T>(name: string, work: Promise<T>): Promise<T>;
  names(): readonly string[];
  /** Also waits for work that started in the meantime. */
  settled(): Promise<void>;
}

export function createInFlight(): InFlight {
  const pending = new Map<Promise<unknown>, string>();
  return {
    track(name, work) {
      const remove = () => void pending.delete(work);
      pending.set(work, name);
      work.then(remove, remove);
      return work;
    },
    names: () => [...pending.values()],
    async settled() {
      while (pending.size > 0) await Promise.allSettled(pending.keys());
    },
  };
}
