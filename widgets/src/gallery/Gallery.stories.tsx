import '../styles/gallery.css';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState } from 'react';
import { expect, userEvent, within } from 'storybook/test';
import { galleryOptions } from '../domain/gallery.ts';
import { picture } from '../test/picture.ts';
import { onPage } from '../test/stories.ts';
import { figuresOf } from './figures.ts';
import { Gallery } from './Gallery.tsx';

const NAMES = [
  'The oven at four',
  'The mill by the river',
  'Shaping loaves',
  'The counter',
  'A morning delivery',
  'Rye',
];
type Asked = { design: string; options: Record<string, unknown> };

/** A gallery as the page writes it; the widget stands in its container. */
function OnPage({ design, options }: Asked) {
  const [figures] = useState(() => {
    const holder = document.createElement('div');
    holder.innerHTML = NAMES.map(
      (name, at) =>
        `<figure class="sqs-gallery-item"><img src="${picture(at + 1)}" width="960" height="640" alt="${name}"><figcaption><strong>${name}</strong></figcaption></figure>`,
    ).join('');
    return figuresOf(holder);
  });
  return (
    <div
      className="sqs-gallery-container"
      data-design={design}
      data-widget-state="ready"
      data-options={JSON.stringify({ design, ...options })}
    >
      <Gallery options={galleryOptions(options, design)} figures={figures} />
    </div>
  );
}

const meta = {
  title: 'Gallery/Gallery',
  component: OnPage,
  decorators: [onPage()],
} satisfies Meta<typeof OnPage>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Grid: Story = { args: { design: 'grid', options: { lightbox: true } } };
export const Stacked: Story = { args: { design: 'stacked', options: { lightbox: true } } };
export const Slideshow: Story = {
  args: { design: 'slideshow', options: { controls: true, thumbnails: true } },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Next picture' }));
    await expect(within(canvasElement).getByRole('status')).toHaveTextContent('2 of 6');
  },
};
export const Autoplay: Story = {
  args: { design: 'slideshow', options: { autoplay: true, 'autoplay-duration': 10, controls: true } },
};
export const Slider: Story = {
  args: { design: 'slider', options: { controls: true, 'active-alignment': 'left' } },
};
export const CaptionsOnHover: Story = {
  args: { design: 'grid', options: { 'show-meta-on-hover': true, lightbox: true } },
};
export const LightboxOpen: Story = {
  args: { design: 'grid', options: { lightbox: true } },
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Open picture 2: The mill by the river' }));
    await expect(await within(document.body).findByRole('dialog', { name: 'Gallery' })).toBeVisible();
  },
};
export const LightLightbox: Story = {
  ...LightboxOpen,
  args: { design: 'grid', options: { lightbox: true, lightboxTheme: 'light' } },
};
