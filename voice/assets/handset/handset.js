/**
 * A test phone in the browser. States: connecting, idle, ringing, calling, on-call. The service controls the calls; the
 * page shows them and carries the audio.
 */
const find = (id) => document.getElementById(id);
const { body } = document;
const [peer, status, timer, fault] = ['peer', 'status', 'timer', 'fault'].map(find);
const speaker = new Audio();
speaker.autoplay = true;

/** Set by the server, in the language of the page. */
const messages = JSON.parse(body.dataset.messages);

function t(id, values = {}) {
  return messages[id].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

const statusMessages = {
  connecting: 'status.connecting',
  idle: 'status.idle',
  ringing: 'status.ringing',
  calling: 'status.calling',
  'on-call': 'status.onCall',
};

let socket = null;
let number = '';
let call = null;
/** Only the first one is shown. */
let ringingCalls = [];
let connection = null;
let microphone = null;
let connectedAt = 0;
let ringer = null;

function show(state, peerNumber = '') {
  body.dataset.state = state;
  peer.textContent = peerNumber;
  status.textContent = t(statusMessages[state]);
  find('answer').hidden = state !== 'ringing';
  find('decline').hidden = state !== 'ringing';
  find('hang-up').hidden = state !== 'calling' && state !== 'on-call';
  find('mute').hidden = state !== 'on-call';
  find('keys').hidden = state !== 'on-call';
  find('dial').hidden = state !== 'idle' || find('to').options.length === 0;
  find('write').hidden = state === 'connecting' || find('to').options.length === 0;
  timer.hidden = state !== 'on-call';
  document.title = state === 'ringing' ? t('status.ringing.title', { from: peerNumber }) : t('handset.title');
  setRinging(state === 'ringing');
}

function showNextCallOrIdle() {
  const [next] = ringingCalls;
  if (next) show('ringing', next.from);
  else show(socket?.readyState === WebSocket.OPEN ? 'idle' : 'connecting');
}

function send(frame) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
}

function open() {
  const address = new URL('/handset/socket', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  socket = new WebSocket(address);
  socket.onmessage = ({ data }) => handleEvent(JSON.parse(data));
  socket.onclose = () => {
    ringingCalls = [];
    closeCall();
    showNextCallOrIdle();
    setTimeout(open, 1_000);
  };
}

function handleEvent(event) {
  switch (event.type) {
    case 'ready':
      number = event.number;
      find('number').textContent = formatNumber(number);
      find('to').replaceChildren(
        ...event.numbers.map((one) => new Option(`${one.name} ${formatNumber(one.number)}`, one.number)),
      );
      find('texts').replaceChildren();
      for (const text of event.texts) addText(text);
      showNextCallOrIdle();
      return;
    case 'ringing':
      if (ringingCalls.some((one) => one.call === event.call)) return;
      ringingCalls.push({ call: event.call, from: formatNumber(event.from) });
      if (call === null) showNextCallOrIdle();
      return;
    case 'dialing':
      call = event.call;
      return;
    case 'audio':
      connection?.setRemoteDescription({ type: 'answer', sdp: event.sdp }).catch(() => {
        fault.textContent = t('fault.noAudio');
      });
      return;
    case 'connected':
      connectedAt = Date.now();
      updateTimer();
      show('on-call', peer.textContent);
      return;
    case 'over':
      ringingCalls = ringingCalls.filter((one) => one.call !== event.call);
      if (event.call === call) closeCall();
      if (call === null) showNextCallOrIdle();
      return;
    case 'text':
      addText(event);
      return;
    case 'fault':
      fault.textContent = t(event.message);
      if (call === null) closeCall();
  }
}

/** The page always creates the offer. The answer contains the service's address. */
async function openAudio() {
  fault.textContent = '';
  microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
  connection = new RTCPeerConnection();
  connection.ontrack = ({ track }) => {
    speaker.srcObject = new MediaStream([track]);
  };
  for (const track of microphone.getTracks()) connection.addTrack(track, microphone);
  await connection.setLocalDescription();
  return connection.localDescription.sdp;
}

async function withAudio(sendOffer) {
  try {
    sendOffer(await openAudio());
  } catch {
    closeCall();
    fault.textContent = t('fault.microphone');
    showNextCallOrIdle();
  }
}

function closeCall() {
  connection?.close();
  for (const track of microphone?.getTracks() ?? []) track.stop();
  connection = null;
  microphone = null;
  call = null;
  speaker.srcObject = null;
  find('mute').setAttribute('aria-pressed', 'false');
}

function updateTimer() {
  if (call === null) return;
  const seconds = Math.floor((Date.now() - connectedAt) / 1_000);
  timer.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  setTimeout(updateTimer, 1_000 - ((Date.now() - connectedAt) % 1_000));
}

function addText({ from, to, body: content, at }) {
  const item = document.createElement('li');
  const isSent = from === number;
  item.className = isSent ? 'sent' : '';
  const text = document.createElement('span');
  text.textContent = content;
  const time = document.createElement('time');
  time.dateTime = at;
  const clock = new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  time.textContent = isSent
    ? t('texts.to', { number: formatNumber(to), time: clock })
    : t('texts.from', { number: formatNumber(from), time: clock });
  item.append(text, time);
  find('texts').append(item);
  item.scrollIntoView({ block: 'nearest' });
  find('no-texts').hidden = true;
}

/** Groups the digits of North American numbers. */
function formatNumber(text) {
  return text.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');
}

/** The North American ring: two tones, 2 s on and 4 s off. */
function setRinging(isRinging) {
  if (!isRinging) {
    ringer?.close();
    ringer = null;
    return;
  }
  if (ringer) return;
  ringer = new AudioContext();
  const volume = ringer.createGain();
  volume.gain.value = 0;
  volume.connect(ringer.destination);
  for (let round = 0; round < 30; round += 1) {
    volume.gain.setValueAtTime(0.08, ringer.currentTime + round * 6);
    volume.gain.setValueAtTime(0, ringer.currentTime + round * 6 + 2);
  }
  for (const frequency of [440, 480]) {
    const tone = new OscillatorNode(ringer, { frequency });
    tone.connect(volume);
    tone.start();
  }
}

for (const key of '123456789*0#') {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = key;
  button.addEventListener('click', () => send({ type: 'keys', call, digits: key }));
  find('keys').append(button);
}

find('answer').addEventListener('click', () => {
  const next = ringingCalls.shift();
  if (!next) return;
  call = next.call;
  show('calling', next.from);
  void withAudio((sdp) => send({ type: 'answer', call: next.call, sdp }));
});
find('decline').addEventListener('click', () => {
  const [next] = ringingCalls;
  if (next) send({ type: 'hangUp', call: next.call });
});
find('hang-up').addEventListener('click', () => {
  if (call !== null) send({ type: 'hangUp', call });
});
find('mute').addEventListener('click', () => {
  const muted = find('mute').getAttribute('aria-pressed') !== 'true';
  find('mute').setAttribute('aria-pressed', String(muted));
  for (const track of microphone?.getTracks() ?? []) track.enabled = !muted;
});
find('dial').addEventListener('submit', (event) => {
  event.preventDefault();
  const to = find('to').value;
  show('calling', formatNumber(to));
  void withAudio((sdp) => send({ type: 'dial', to, sdp }));
});
find('write').addEventListener('submit', (event) => {
  event.preventDefault();
  const field = find('body');
  send({ type: 'text', to: find('to').value, body: field.value });
  field.value = '';
});

open();
