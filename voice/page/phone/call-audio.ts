/** The audio of one call, over WebRTC. */
export interface CallAudio {
  readonly hasMicrophone: boolean;
  accept(sdp: string): Promise<void>;
  mute(isMuted: boolean): void;
  close(): void;
}

/**
 * The page always creates the offer; the answer contains the service's address. Without a microphone it sends silence,
 * so that its user can still hear, press keys and have texts spoken.
 */
export async function openCallAudio(): Promise<{ readonly audio: CallAudio; readonly sdp: string }> {
  const microphone = await openMicrophone();
  const silence = microphone ? null : openSilence();
  const stream = microphone ?? silence?.stream ?? new MediaStream();
  const connection = new RTCPeerConnection();
  const speaker = new Audio();
  speaker.autoplay = true;
  connection.ontrack = ({ track }) => {
    speaker.srcObject = new MediaStream([track]);
  };
  for (const track of stream.getTracks()) connection.addTrack(track, stream);
  const close = () => {
    connection.close();
    for (const track of stream.getTracks()) track.stop();
    speaker.srcObject = null;
    silence?.close();
  };
  try {
    await connection.setLocalDescription();
  } catch (error) {
    close();
    throw error;
  }
  const audio: CallAudio = {
    hasMicrophone: microphone !== null,
    accept: (sdp) => connection.setRemoteDescription({ type: 'answer', sdp }),
    mute: (isMuted) => {
      for (const track of stream.getTracks()) track.enabled = !isMuted;
    },
    close,
  };
  return { audio, sdp: connection.localDescription?.sdp ?? '' };
}

/** A stream without a source would send no packets, and the service would end the call. */
function openSilence(): { readonly stream: MediaStream; close(): void } {
  const context = new AudioContext();
  const destination = context.createMediaStreamDestination();
  const source = new ConstantSourceNode(context, { offset: 0 });
  source.connect(destination);
  source.start();
  return { stream: destination.stream, close: () => void context.close() };
}

/** Null if there is none, it isn't allowed, or the page isn't secure (http on another address than localhost). */
async function openMicrophone(): Promise<MediaStream | null> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch {
    return null;
  }
}
