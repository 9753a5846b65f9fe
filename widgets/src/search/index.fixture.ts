import { HttpResponse, http } from 'msw';
import vectors from '../../../generator/vectors/search_index.json';

const FOLDER = '/assets/search/';
const files: Record<string, unknown> = vectors.files;
const answer = (file: unknown) =>
  typeof file === 'string' ? HttpResponse.text(file) : HttpResponse.json(file as object);

/** The address of an index that the generator made; `serveIndex` answers it. */
export const INDEX = FOLDER + vectors.first;

/** Every file of that index, as a static host has them. */
export const serveIndex = http.get(`*${FOLDER}:name`, ({ params }) => {
  const file = files[String(params.name)];
  return file ? answer(file) : new HttpResponse(null, { status: 404 });
});

export const PARTS = [
  { title: 'Blog', url: '/blog' },
  { title: 'Shop', url: '/shop' },
];
