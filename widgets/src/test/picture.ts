/** A picture without a file: a sky, a hill and a number, so that stories show real proportions. */
export const picture = (n: number, width = 960, height = 640): string => {
  const hue = (n * 67) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue} 42% 78%)"/><path d="M0 ${height * 0.7} Q ${width * 0.3} ${height * 0.45} ${width * 0.55} ${height * 0.66} T ${width} ${height * 0.55} V ${height} H 0Z" fill="hsl(${hue} 34% 46%)"/><circle cx="${width * 0.76}" cy="${height * 0.28}" r="${height * 0.11}" fill="hsl(${(hue + 40) % 360} 80% 88%)"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
};
