export interface InFlight {
  track<T>(name: string, work: Promise<T>): Promise<T>;
  names(): readonly string[];
  /** Resolves when nothing is in flight, including work that started in the meantime. */
  settled(): Promise<void>;
}

export function createInFlight(): InFlight {
  const works = new Map<Promise<unknown>, string>();
  return {
    track(name, work) {
      const remove = () => void works.delete(work);
      works.set(work, name);
      work.then(remove, remove);
      return work;
    },
    names: () => [...works.values()],
    async settled() {
      while (works.size > 0) await Promise.allSettled(works.keys());
    },
  };
}
