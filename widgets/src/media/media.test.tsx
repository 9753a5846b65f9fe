import { fireEvent } from '@testing-library/dom';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mountOn } from '../test/island.tsx';
import { openPage } from '../test/shop.ts';
import AudioPlayer, { read as readAudio } from './AudioPlayer.island.tsx';
import VideoPlayer, { read as readVideo } from './VideoPlayer.island.tsx';

const video = { default: VideoPlayer, read: readVideo };
const audio = { default: AudioPlayer, read: readAudio };
const escaped = (html: string) => html.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const written = (html: string) =>
  `<div class="sqs-video-wrapper" data-html="${escaped(html)}" data-provider-name="Tube"><div class="sqs-video-overlay" style="opacity: 0;"><img data-load="false" data-src="/s/v.jpg" data-image-focal-point="0.5,0.2" alt="The mill"><div class="sqs-video-opaque"> </div><div class="sqs-video-icon"></div></div></div>`;

beforeEach(() => openPage());

test('W-211 a provider is asked for nothing until the overlay was pressed; then its player is in its place', async () => {
  const heard = jest.fn();
  window.addEventListener('loggia:video', (event) => void heard((event as CustomEvent<unknown>).detail), {
    once: true,
  });
  const el = mountOn(written('<iframe src="https://films.test/7" width="400" height="300"></iframe>'), video);
  expect(el.querySelector('iframe')).toBeNull();
  expect(el.querySelector('img')).toHaveAttribute('src', '/s/v.jpg');
  expect(el).toHaveTextContent('The video comes from films.test.');
  await userEvent.click(
    screen.getByRole('button', { name: 'Play the video: The mill. The video comes from films.test.' }),
  );
  const frame = el.querySelector('iframe');
  expect(frame).toHaveAttribute('src', 'https://films.test/7');
  expect(frame).toHaveAttribute('title', 'The mill');
  expect(frame?.style.aspectRatio).toBe('400 / 300');
  expect(heard).toHaveBeenCalledWith({ source: 'https://films.test/7' });
});

test('W-211 an embed without a frame runs in a sandbox, and never in the page', async () => {
  const el = mountOn(written('<script>window.broken = true</script>'), video);
  await userEvent.click(screen.getByRole('button'));
  expect(el.querySelector('iframe')).toHaveAttribute('sandbox', expect.not.stringContaining('allow-same-origin'));
  expect((window as { broken?: boolean }).broken).toBeUndefined();
});

test('a native player stays as the page has it', () => {
  const el = mountOn('<div data-widget="video"><video src="/v.mp4" controls></video></div>', video);
  expect(el.innerHTML).toBe('<video src="/v.mp4" controls=""></video>');
  const sound = mountOn('<div data-widget="audio"><audio src="/a.mp3" controls></audio></div>', audio);
  expect(sound.innerHTML).toBe('<audio src="/a.mp3" controls=""></audio>');
});

test('W-212 an audio item has a player; one that cannot be played offers its file', () => {
  const el = mountOn(
    '<div class="squarespace-audio-player" data-audio-asset-url="/s/talk.mp3" data-item-id="talk"></div>',
    audio,
  );
  const player = el.querySelector('audio') as HTMLAudioElement;
  expect(player).toHaveAttribute('src', '/s/talk.mp3');
  expect(player.controls).toBe(true);
  fireEvent.error(player);
  expect(screen.getByRole('alert')).toHaveTextContent('The recording could not be played.');
  expect(screen.getByRole('link')).toHaveAttribute('href', '/s/talk.mp3');
});
