document.documentElement.classList.add('has-scripts');
