/** Whether the browser gives this page a microphone, now and at each change. Before it was asked nothing is denied. */
export function watchMicrophonePermission(
  permissions: Pick<Permissions, 'query'> | undefined,
  found: (denied: boolean) => void,
): void {
  // Not every browser can say: then the first call finds out.
  permissions?.query({ name: 'microphone' as PermissionName }).then(
    (status) => {
      const tell = () => found(status.state === 'denied');
      status.onchange = tell;
      tell();
    },
    () => {},
  );
}
