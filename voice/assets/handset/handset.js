/**
 * A telephone for a person. States: connecting, idle, ringing, calling, on-call. The service decides what happens to
 * a call; the page shows it, and carries the sound.
 */
const find = (id) => document.getElementById(id);
const { body } = document;
const [peer, status, timer, fault] = ['peer', 'status', 'timer', 'fault'].map(find);
/** What is heard of the other side. */
const sound = new Audio();
sound.autoplay = true;

/** In the language of the page; the server puts them there. */
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
/** Calls that ring here; the first of them is shown. */
let ringing = [];
let connection = null;
let microphone = null;
let began = 0;
let bell = null;

function show(state, other = '') {
  body.dataset.state = state;
  peer.textContent = other;
  status.textContent = t(statusMessages[state]);
  find('answer').hidden = state !== 'ringing';
  find('decline').hidden = state !== 'ringing';
  find('hang-up').hidden = state !== 'calling' && state !== 'on-call';
  find('mute').hidden = state !== 'on-call';
  find('keys').hidden = state !== 'on-call';
  find('dial').hidden = state !== 'idle' || find('to').options.length === 0;
  find('write').hidden = state === 'connecting' || find('to').options.length === 0;
  timer.hidden = state !== 'on-call';
  document.title = state === 'ringing' ? t('status.ringing.title', { from: other }) : t('handset.title');
  ring(state === 'ringing');
}

/** What the telephone shows when nobody is on it: the next that rings, or nothing. */
function rest() {
  const [next] = ringing;
  if (next) show('ringing', next.from);
  else show(socket?.readyState === WebSocket.OPEN ? 'idle' : 'connecting');
}

function say(frame) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame));
}

function open() {
  const address = new URL('/handset/socket', location.href);
  address.protocol = address.protocol.replace('http', 'ws');
  socket = new WebSocket(address);
  socket.onmessage = ({ data }) => hear(JSON.parse(data));
  socket.onclose = () => {
    ringing = [];
    hangUpHere();
    rest();
    setTimeout(open, 1_000);
  };
}

function hear(news) {
  switch (news.type) {
    case 'ready':
      number = news.number;
      find('number').textContent = spaced(number);
      find('to').replaceChildren(
        ...news.numbers.map((one) => new Option(`${one.name} ${spaced(one.number)}`, one.number)),
      );
      find('texts').replaceChildren();
      for (const text of news.texts) addText(text);
      rest();
      return;
    case 'ringing':
      if (ringing.some((one) => one.call === news.call)) return;
      ringing.push({ call: news.call, from: spaced(news.from) });
      if (call === null) rest();
      return;
    case 'dialing':
      call = news.call;
      return;
    case 'audio':
      connection?.setRemoteDescription({ type: 'answer', sdp: news.sdp }).catch(() => {
        fault.textContent = t('fault.noAudio');
      });
      return;
    case 'connected':
      began = Date.now();
      count();
      show('on-call', peer.textContent);
      return;
    case 'over':
      ringing = ringing.filter((one) => one.call !== news.call);
      if (news.call === call) hangUpHere();
      if (call === null) rest();
      return;
    case 'text':
      addText(news);
      return;
    case 'fault':
      fault.textContent = t(news.message);
      if (call === null) hangUpHere();
  }
}

/** The browser always makes the offer: the service tells its own address in the answer. */
async function openAudio() {
  fault.textContent = '';
  microphone = await navigator.mediaDevices.getUserMedia({ audio: true });
  connection = new RTCPeerConnection();
  connection.ontrack = ({ track }) => {
    sound.srcObject = new MediaStream([track]);
  };
  for (const track of microphone.getTracks()) connection.addTrack(track, microphone);
  await connection.setLocalDescription();
  return connection.localDescription.sdp;
}

async function withAudio(act) {
  try {
    act(await openAudio());
  } catch {
    hangUpHere();
    fault.textContent = t('fault.microphone');
    rest();
  }
}

function hangUpHere() {
  connection?.close();
  for (const track of microphone?.getTracks() ?? []) track.stop();
  connection = null;
  microphone = null;
  call = null;
  sound.srcObject = null;
  find('mute').setAttribute('aria-pressed', 'false');
}

function count() {
  if (call === null) return;
  const seconds = Math.floor((Date.now() - began) / 1_000);
  timer.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  setTimeout(count, 1_000 - ((Date.now() - began) % 1_000));
}

function addText({ from, to, body: words, at }) {
  const item = document.createElement('li');
  const own = from === number;
  item.className = own ? 'own' : '';
  const text = document.createElement('span');
  text.textContent = words;
  const time = document.createElement('time');
  time.dateTime = at;
  const clock = new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  time.textContent = own
    ? t('texts.to', { number: spaced(to), time: clock })
    : t('texts.from', { number: spaced(from), time: clock });
  item.append(text, time);
  find('texts').append(item);
  item.scrollIntoView({ block: 'nearest' });
  find('no-texts').hidden = true;
}

/** A number of North America in groups; any other as it is. */
function spaced(text) {
  return text.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1 $2 $3');
}

/** Two tones, two seconds on and four off, as long as it rings. */
function ring(on) {
  if (!on) {
    bell?.close();
    bell = null;
    return;
  }
  if (bell) return;
  bell = new AudioContext();
  const loudness = bell.createGain();
  loudness.gain.value = 0;
  loudness.connect(bell.destination);
  for (let round = 0; round < 30; round += 1) {
    loudness.gain.setValueAtTime(0.08, bell.currentTime + round * 6);
    loudness.gain.setValueAtTime(0, bell.currentTime + round * 6 + 2);
  }
  for (const frequency of [440, 480]) {
    const tone = new OscillatorNode(bell, { frequency });
    tone.connect(loudness);
    tone.start();
  }
}

for (const key of '123456789*0#') {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = key;
  button.addEventListener('click', () => say({ type: 'keys', call, digits: key }));
  find('keys').append(button);
}

find('answer').addEventListener('click', () => {
  const next = ringing.shift();
  if (!next) return;
  call = next.call;
  show('calling', next.from);
  void withAudio((sdp) => say({ type: 'answer', call: next.call, sdp }));
});
find('decline').addEventListener('click', () => {
  const [next] = ringing;
  if (next) say({ type: 'hangUp', call: next.call });
});
find('hang-up').addEventListener('click', () => {
  if (call !== null) say({ type: 'hangUp', call });
});
find('mute').addEventListener('click', () => {
  const muted = find('mute').getAttribute('aria-pressed') !== 'true';
  find('mute').setAttribute('aria-pressed', String(muted));
  for (const track of microphone?.getTracks() ?? []) track.enabled = !muted;
});
find('dial').addEventListener('submit', (event) => {
  event.preventDefault();
  const to = find('to').value;
  show('calling', spaced(to));
  void withAudio((sdp) => say({ type: 'dial', to, sdp }));
});
find('write').addEventListener('submit', (event) => {
  event.preventDefault();
  const field = find('body');
  say({ type: 'text', to: find('to').value, body: field.value });
  field.value = '';
});

open();
