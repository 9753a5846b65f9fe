// The modules of `Y.Squarespace` that templates load by `Y.use`: galleries, what stands above the page, and small ones.
// A script of its own, after those of `Y` and of the pictures.
import './gallery.ts';
import './lightbox.ts';
import './plugins.ts';
