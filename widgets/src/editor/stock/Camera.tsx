import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Problem } from '../ui/states.tsx';
import { c } from './text.ts';

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
/** What reads barcodes, in browsers that have it. */
const reader = (): (new () => Detector) | undefined =>
  (globalThis as { BarcodeDetector?: new () => Detector }).BarcodeDetector;

/** How often the picture is looked at. Milliseconds. */
const LOOK = 200;
/** So long the same barcode in front of the camera is one and not many. Milliseconds. */
const SAME = 2_500;

/** Whether barcodes can be read with the camera here: elsewhere a scanner types into the field. */
export const hasCamera = (): boolean => reader() !== undefined && 'mediaDevices' in navigator;

/** What the camera sees, and each barcode in it. */
export function Camera({ onFound }: { onFound: (code: string) => void }) {
  const [isOn, setIsOn] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onFound);
  useEffect(() => {
    latest.current = onFound;
  });
  useEffect(() => {
    const Reader = reader();
    const element = video.current;
    if (!isOn || !Reader || !element) return;
    let stream: MediaStream | undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = { code: '', at: 0 };
    const detector = new Reader();
    const look = async () => {
      const [found] = await detector.detect(element).catch(() => []);
      const now = performance.now();
      if (isOver) return;
      if (found && (found.rawValue !== last.code || now - last.at > SAME)) latest.current(found.rawValue);
      if (found) last = { code: found.rawValue, at: now };
      timer = setTimeout(() => void look(), LOOK);
    };
    const begin = async () => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver) return stop();
      element.srcObject = stream;
      await element.play();
      await look();
    };
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    begin().catch(() => {
      if (isOver) return;
      setIsOn(false);
      setIsRefused(true);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [isOn]);
  return (
    <>
      {isOn ? (
        <video
          ref={video}
          aria-label={c('cameraView')}
          muted
          playsInline
          style={{ inlineSize: '100%', maxBlockSize: '40vh', borderRadius: 8, background: '#000' }}
        />
      ) : null}
      {isRefused ? <Problem text={c('noCamera')} /> : null}
      <Button
        onPress={() => {
          setIsRefused(false);
          setIsOn(!isOn);
        }}
      >
        {c(isOn ? 'cameraOff' : 'camera')}
      </Button>
    </>
  );
}
