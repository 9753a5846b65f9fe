import type { components } from '../../contract/editor.gen.ts';
import type { Json } from '../core/json.ts';

/**
 * What the editor's server says, by the names that the editor uses. Everything comes from `editor.gen.ts`, which is
 * generated from the server's document (`npm run contract`); nothing is written by hand here.
 */
type Schemas = components['schemas'];

/** A shape of the document with JSON where it says that anything may stand. */
type Read<Shape> = unknown extends Shape
  ? Json
  : Shape extends object
    ? { [Key in keyof Shape]: Read<Shape[Key]> }
    : Shape;

/** Everything of a site that is not an item: `GET /config/api/site`. */
export type Site = Read<Schemas['SiteAnswer']>;
export type Collection = Schemas['CollectionSummary'];
export type ItemSummary = Schemas['ItemSummary'];
export type CollectionPage = Schemas['CollectionPage'];
export type ProductRow = Read<Schemas['ProductRow']>;
export type ProductsPage = Read<Schemas['ProductsPage']>;
export type FileAnswer = Read<Schemas['FileAnswer']>;
export type ChangeAnswer = Read<Schemas['ChangeAnswer']>;
export type WireConflict = Read<Schemas['Conflict']>;
/** `job`: the server still works on the file, and says under this id how far it is. Ours is done when it answers. */
export type Upload = Schemas['Upload'] & { job?: string };
export type UploadPage = Schemas['UploadPage'];
export type PublishedPage = Schemas['PublishedPage'];
export type PublishPlan = Schemas['PublishPlan'];
export type PublishLine = Schemas['PublishLine'];
export type Versions = Schemas['Versions'];
export type PublishedVersion = Schemas['PublishedVersion'];
export type LiveAgain = Schemas['LiveAgain'];
export type ServerEvent = Schemas['Event'];
