export function packService(
  name: string,
  into?: string,
): Promise<{ readonly folder: string; readonly tarball: string }>;
