/** Whether the server can do its work: each part says so for itself. */
export interface Health {
  add(part: string, isReady: () => boolean | Promise<boolean>): void;
  /** The first part that is not ready; `null`: all are. A part that does not answer in time is not ready. */
  missing(): Promise<string | null>;
}

const PATIENCE_MS = 1_500;

export function createHealth(): Health {
  const parts: [string, () => boolean | Promise<boolean>][] = [];
  return {
    add: (part, isReady) => void parts.push([part, isReady]),
    async missing() {
      const answers = await Promise.all(
        parts.map(async ([part, isReady]) => ((await withinPatience(isReady)) ? null : part)),
      );
      return answers.find((part) => part !== null) ?? null;
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
