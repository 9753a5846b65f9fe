Y.use('node', 'squarespace-gallery-ng', function (Y) {
  window.Site = Singleton.create({
    ready: function () {
      this.menu();
      this.pictures();
      if (Y.one('.gallery')) {
        this.gallery();
        this.lightbox();
      }
      this.answers();
      Y.one(window).on('resize', this.measure, this);
      this.measure();
    },

    menu: function () {
      Y.all('.folder').each(function (folder) {
        folder.one('.toggle').on('click', function (e) {
          e.halt();
          var open = folder.hasClass('open');
          new Y.Anim({
            node: folder.one('.subnav'),
            to: { height: open ? 0 : folder.one('.subnav').get('scrollHeight') },
            duration: 0.1,
            easing: 'easeOutStrong'
          }).run().on('end', function () {
            folder.toggleClass('open');
          });
        });
      });
    },

    pictures: function () {
      Y.all('.banner img[data-src]').each(function (img) {
        ImageLoader.load(img, { load: true, mode: 'fill' });
      });
    },

    gallery: function () {
      var show = new Y.Squarespace.Gallery2({
        container: '.slides',
        slides: '.slide',
        loop: true,
        design: 'stacked',
        designOptions: { autoHeight: false, speed: parseFloat(Y.Squarespace.Template.getTweakValue('slide-speed')) },
        elements: { next: '.next', previous: '.previous', controls: '.dots', currentIndex: '.now', totalSlides: '.all' },
        loaderOptions: { mode: 'fill' },
        historyHash: true
      });
      show.after('currentIndexChange', function (e) {
        Y.one('.size').setData('moved', e.newVal);
        Y.one('body').setAttribute('data-at', show.get('currentIndex'));
      });
      this.show = show;
    },

    lightbox: function () {
      var set = [];
      Y.all('.thumb').each(function (img) {
        set.push({ content: img });
      });
      Y.one('.thumbs').delegate('click', function (e) {
        new Y.Squarespace.Lightbox2({
          set: set,
          currentSetIndex: Y.all('.thumb').indexOf(e.currentTarget),
          controls: { previous: true, next: true }
        }).render();
      }, '.thumb');
    },

    answers: function () {
      var money = Y.one('.money');
      money.setHTML(Y.Squarespace.Commerce.moneyString(1250) + ' ' + Static.SQUARESPACE_CONTEXT.website.siteTitle.length);
      Y.one('.fetch').on('click', function (e) {
        e.preventDefault();
        Y.io(e.currentTarget.get('href'), {
          on: {
            success: function (id, answer) {
              Y.one('.fetched').setHTML(Y.Node.create('<div>' + answer.responseText + '</div>').one('.news'));
            }
          }
        });
      });
    },

    measure: function () {
      Y.one('.size').set('text', String(Y.one('body').get('winWidth')));
    }
  });
});

window.Squarespace.onInitialize(Y, function () {
  Y.one('.life').set('text', 'began');
});
