/** Pictures and recordings: the server names them by their paths, and the API may be on another origin. */
import { apiAddress, isApiPath } from '@offhook/contract/client/api-base';
import { createContext, useContext } from 'react';

/** Empty: the page's own. */
export const ApiOrigin = createContext('');

export interface ApiFile {
  readonly src: string;
  /** Only the API's own files are asked for with the session's cookie. */
  readonly crossOrigin: 'use-credentials' | undefined;
}

export function useApiFile(address: string): ApiFile {
  const origin = useContext(ApiOrigin);
  return {
    src: apiAddress(origin, address),
    crossOrigin: isApiPath(address) ? 'use-credentials' : undefined,
  };
}
