import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import twilio from 'twilio';

const { VoiceResponse } = twilio.twiml;

/** Asks the called person to confirm an appointment with key 1. */
const routes = {
  '/appointment': () => {
    const response = new VoiceResponse();
    const gather = response.gather({ numDigits: 1, action: '/answer', timeout: 10 });
    gather.say('Your appointment is tomorrow at nine. Press 1 to confirm.');
    response.say('We did not get an answer. Goodbye.');
    return response;
  },
  '/answer': ({ Digits }, appointments) => {
    const response = new VoiceResponse();
    if (Digits === '1') appointments.push('confirmed');
    response.say(Digits === '1' ? 'Thank you. See you tomorrow.' : 'We will call you again.');
    response.hangup();
    return response;
  },
  '/status': () => null,
};

/**
 * Serves the app. Rejects requests that Twilio didn't sign.
 * @returns {Promise<{ url: string, requests: { path: string, params: Record<string, string> }[], appointments: string[], close: () => void }>}
 */
export async function startApp(authToken) {
  const requests = [];
  const appointments = [];
  const server = createServer(async (request, response) => {
    const params = Object.fromEntries(new URLSearchParams(await text(request)));
    const url = `http://${request.headers.host}${request.url}`;
    const signature = request.headers['x-twilio-signature'] ?? '';
    if (!twilio.validateRequest(authToken, signature, url, params)) return response.writeHead(403).end();
    const route = routes[request.url];
    if (!route) return response.writeHead(404).end();
    requests.push({ path: request.url, params });
    const document = route(params, appointments);
    response.setHeader('content-type', 'text/xml').end(document?.toString() ?? '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return { url, requests, appointments, close: () => server.close() };
}
