resource "google_compute_global_address" "this" {
  name       = "strongroom"
  depends_on = [google_project_service.used]
}

resource "google_compute_managed_ssl_certificate" "this" {
  name = "strongroom"
  managed { domains = [var.domain, var.keys_domain] }
}

# Google's default still takes TLS 1.0.
resource "google_compute_ssl_policy" "this" {
  name            = "strongroom"
  profile         = "RESTRICTED"
  min_tls_version = "TLS_1_2"
}

# The service counts requests of a user; this one is for floods of an address.
resource "google_compute_security_policy" "this" {
  name = "strongroom"
  rule {
    action      = "throttle"
    priority    = 1000
    description = "An office behind one address shares the number: raise it for a large one."
    match {
      versioned_expr = "SRC_IPS_V1"
      config { src_ip_ranges = ["*"] }
    }
    rate_limit_options {
      conform_action = "allow"
      exceed_action  = "deny(429)"
      enforce_on_key = "IP"
      rate_limit_threshold {
        count        = 6000
        interval_sec = 60
      }
    }
  }
  rule {
    action      = "allow"
    priority    = 2147483647
    description = "Everything else."
    match {
      versioned_expr = "SRC_IPS_V1"
      config { src_ip_ranges = ["*"] }
    }
  }
}

resource "google_compute_region_network_endpoint_group" "rooms" {
  name                  = "strongroom"
  region                = var.region
  network_endpoint_type = "SERVERLESS"
  cloud_run { service = google_cloud_run_v2_service.rooms.name }
}

# No log_config: a line has the whole address, with secrets of links and signatures. The service logs each request itself.
resource "google_compute_backend_service" "rooms" {
  name                  = "strongroom"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  security_policy       = google_compute_security_policy.this.id
  log_config { enable = false }
  backend { group = google_compute_region_network_endpoint_group.rooms.id }
}

resource "google_compute_health_check" "keys" {
  name = "strongroom-keys"
  http_health_check {
    port         = 8081
    request_path = "/healthz"
    # The key service answers under its own name only.
    host = var.keys_domain
  }
}

resource "google_compute_backend_service" "keys" {
  name                  = "strongroom-keys"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  protocol              = "HTTP"
  port_name             = "http"
  health_checks         = [google_compute_health_check.keys.id]
  security_policy       = google_compute_security_policy.this.id
  log_config { enable = false }
  backend { group = google_compute_instance_group.keys.id }
}

resource "google_compute_url_map" "this" {
  name            = "strongroom"
  default_service = google_compute_backend_service.rooms.id
  host_rule {
    hosts        = [var.keys_domain]
    path_matcher = "keys"
  }
  path_matcher {
    name            = "keys"
    default_service = google_compute_backend_service.keys.id
  }
}

resource "google_compute_target_https_proxy" "this" {
  name             = "strongroom"
  url_map          = google_compute_url_map.this.id
  ssl_certificates = [google_compute_managed_ssl_certificate.this.id]
  ssl_policy       = google_compute_ssl_policy.this.id
}

resource "google_compute_global_forwarding_rule" "https" {
  name                  = "strongroom"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_global_address.this.id
  target                = google_compute_target_https_proxy.this.id
  port_range            = "443"
}

# A first visit by a typed name, which browsers may make without TLS.
resource "google_compute_url_map" "to_https" {
  name = "strongroom-to-https"
  default_url_redirect {
    https_redirect         = true
    redirect_response_code = "MOVED_PERMANENTLY_DEFAULT"
    strip_query            = false
  }
}

resource "google_compute_target_http_proxy" "to_https" {
  name    = "strongroom-to-https"
  url_map = google_compute_url_map.to_https.id
}

resource "google_compute_global_forwarding_rule" "to_https" {
  name                  = "strongroom-to-https"
  load_balancing_scheme = "EXTERNAL_MANAGED"
  ip_address            = google_compute_global_address.this.id
  target                = google_compute_target_http_proxy.to_https.id
  port_range            = "80"
}

output "address" {
  description = "The A record of both names."
  value       = google_compute_global_address.this.address
}
