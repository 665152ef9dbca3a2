export function watchMicrophonePermission(
  permissions: Pick<Permissions, 'query'> | undefined,
  found: (denied: boolean) => void,
): void {
  // Not every browser supports this query; the first call then finds out.
  permissions?.query({ name: 'microphone' as PermissionName }).then(
    (status) => {
      const tell = () => found(status.state === 'denied');
      status.onchange = tell;
      tell();
    },
    () => {},
  );
}
