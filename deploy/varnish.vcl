# A cache in front of the shop (docs/front.md). It speaks plain HTTP: TLS is spoken by what is before it. The shop has EDGE_SECONDS=1.
# varnishd -f /opt/butik/deploy/varnish.vcl -a 127.0.0.1:6081 -s malloc,256m -p http_gzip_support=off
vcl 4.1;

import directors;
import std;

probe ready {
	.url = "/readyz";
	.interval = 1s;
	.timeout = 1s;
	.window = 3;
	.threshold = 2;
}

# Every process of the shop.
backend one {
	.host = "127.0.0.1";
	.port = "3001";
	.connect_timeout = 2s;
	.first_byte_timeout = 130s;
	.probe = ready;
}
backend two {
	.host = "127.0.0.1";
	.port = "3002";
	.connect_timeout = 2s;
	.first_byte_timeout = 130s;
	.probe = ready;
}

sub vcl_init {
	new shop = directors.round_robin();
	shop.add_backend(one);
	shop.add_backend(two);
}

sub vcl_recv {
	# For this machine and private networks only.
	if (req.url ~ "^/(metrics|internal/)") {
		return (synth(404));
	}
	# The shop compresses, and has each answer in three forms.
	if (req.http.Accept-Encoding ~ "\bbr\b" && req.http.Accept-Encoding !~ "\bbr\s*;\s*q=0(\.0*)?\s*(,|$)") {
		set req.http.Accept-Encoding = "br";
	} elsif (req.http.Accept-Encoding ~ "\bgzip\b" && req.http.Accept-Encoding !~ "\bgzip\s*;\s*q=0(\.0*)?\s*(,|$)") {
		set req.http.Accept-Encoding = "gzip";
	} else {
		unset req.http.Accept-Encoding;
	}
	# Campaign tags in an address change no page.
	if (req.url ~ "[?&](utm_[a-z]+|gclid|fbclid)=") {
		set req.url = regsuball(req.url, "(utm_[a-z]+|gclid|fbclid)=[^&]*&?", "");
		set req.url = regsub(req.url, "[?&]$", "");
	}
	# Too old is sent only while the shop fails.
	set req.backend_hint = shop.backend();
	if (req.restarts == 0 && std.healthy(req.backend_hint)) {
		set req.grace = 0s;
	} else {
		set req.grace = 60s;
	}
	# Varnish itself asks the shop whenever there is a token, and for whatever is no GET.
}

sub vcl_backend_response {
	if (beresp.http.Cache-Control ~ "stale-if-error=") {
		set beresp.grace = 60s;
	}
}

sub vcl_deliver {
	# Looks once more, for one that is too old.
	if (resp.status >= 500 && req.restarts == 0 && req.method == "GET" && !req.http.Authorization) {
		return (restart);
	}
}

sub vcl_synth {
	set resp.http.Content-Type = "text/plain; charset=utf-8";
	set resp.http.Cache-Control = "no-store";
	set resp.body = "Böyle bir adres yok.";
	return (deliver);
}

sub vcl_backend_error {
	# One process that has just gone is no fault of who reads. What buys something is never sent twice.
	if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries == 0) {
		set bereq.backend = shop.backend();
		return (retry);
	}
	set beresp.http.Content-Type = "text/plain; charset=utf-8";
	set beresp.http.Cache-Control = "no-store";
	set beresp.http.Retry-After = "5";
	set beresp.body = "Mağazaya şu anda ulaşılamıyor. Lütfen birkaç saniye sonra yeniden deneyin.";
	return (deliver);
}
