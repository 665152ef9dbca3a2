/** Server paths of pictures and recordings; the API may be on another origin. */
import { isApiPath, toApiUrl } from '@offhook/contract/client/api-base';
import { createContext, useContext } from 'react';

/** Empty: the page's own origin. */
export const ApiOrigin = createContext('');

export interface ApiFile {
  readonly src: string;
  /** The session cookie is sent only for the API's own files. */
  readonly crossOrigin: 'use-credentials' | undefined;
}

export function useApiFile(address: string): ApiFile {
  const origin = useContext(ApiOrigin);
  return {
    src: toApiUrl(origin, address),
    crossOrigin: isApiPath(address) ? 'use-credentials' : undefined,
  };
}
