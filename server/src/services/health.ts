/** Whether the server can do its work: each part says so for itself. */
export interface Health {
  add(part: string, isReady: () => boolean | Promise<boolean>): void;
  /** Of each part, whether it is ready. One that does not answer in time is not; who asks meanwhile gets the same. */
  parts(): Promise<Readonly<Record<string, boolean>>>;
  /** The first part that is not ready; `null`: all are. */
  missing(): Promise<string | null>;
}

const PATIENCE_MS = 1_500;

export function createHealth(): Health {
  const added: [string, () => boolean | Promise<boolean>][] = [];
  let looking: Promise<Readonly<Record<string, boolean>>> | null = null;

  async function look(): Promise<Readonly<Record<string, boolean>>> {
    const answers = added.map(async ([part, isReady]) => [part, await withinPatience(isReady)] as const);
    return Object.fromEntries(await Promise.all(answers));
  }

  const parts = () => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    add: (part, isReady) => void added.push([part, isReady]),
    parts,
    async missing() {
      const answers = Object.entries(await parts());
      return answers.find(([, isReady]) => !isReady)?.[0] ?? null;
    },
  };
}

async function withinPatience(isReady: () => boolean | Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS);
  });
  try {
    return await Promise.race([isReady(), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
