/** Work of this process that has begun and not finished. Shutdown and tests wait for it instead of for a time. */
export interface InFlight {
  /** Counts `work` until it has settled. Answers `work` itself. */
  track<T>(name: string, work: Promise<T>): Promise<T>;
  /** Of the work in flight. */
  names(): readonly string[];
  /** Resolves when nothing is in flight, including what began in the meantime. */
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
