import twilio from 'twilio';

/** The options of the SDK's own request client. */
type RequestClientOptions = ConstructorParameters<typeof twilio.RequestClient>[0];

/**
 * Sends the requests of the official `twilio` SDK to the service: `twilio(sid, token, { httpClient: requestClient(url) })`.
 * @param service its URL, or what `start()` returned, whose certificate is then trusted
 */
export function requestClient(
  service: string | { readonly url: string; readonly certificate?: string | null },
  options: RequestClientOptions = {},
): twilio.RequestClient {
  const { url, certificate = null } = typeof service === 'string' ? { url: service } : service;
  const client = new twilio.RequestClient({
    ...(certificate === null ? {} : { ca: certificate }),
    ...options,
  });
  const base = new URL(url);
  const send = client.request.bind(client);
  client.request = (request) => {
    const target = new URL(request.uri);
    target.protocol = base.protocol;
    target.host = base.host;
    return send({ ...request, uri: target.href });
  };
  return client;
}
