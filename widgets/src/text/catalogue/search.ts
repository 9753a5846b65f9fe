/** The search page. */
export const SEARCH_TEXTS = {
  searchLabel: 'Search for',
  searchButton: 'Search',
  searchLoading: 'Searching…',
  searchCountOne: '{n} result',
  searchCountOther: '{n} results',
  searchNone: 'Nothing was found for “{query}”.',
  searchResults: 'Results',
  searchMore: 'Show more results',
  searchParts: 'Parts of this site',
  unableToLoadResults: 'Unable to load results',
} as const;
