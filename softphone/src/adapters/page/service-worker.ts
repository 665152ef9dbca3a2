import * as z from 'zod/mini';

/** `action` is empty for a click outside the buttons. */
const NotificationClicked = z.object({
  offhook: z.literal('notificationClicked'),
  action: z.enum(['', 'accept', 'ignore']),
});

/** Resolves when the worker runs, or with null if it can't. */
export async function startServiceWorker(
  workers: ServiceWorkerContainer | undefined,
  onClick: (action: '' | 'accept' | 'ignore') => void,
  warn: (message: string, detail: unknown) => void,
): Promise<ServiceWorkerRegistration | null> {
  if (!workers) return null;
  workers.addEventListener('message', ({ data }) => {
    const message = z.safeParse(NotificationClicked, data);
    if (message.success) onClick(message.data.action);
  });
  try {
    await workers.register('/service-worker.js', { scope: '/' });
    return await workers.ready;
  } catch (error) {
    warn('The service worker could not be registered.', error);
    return null;
  }
}
